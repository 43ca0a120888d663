import { describeView } from './conformance/describeView.ts'
import { viewStates } from './fixtures/viewStates.ts'

// The first part of the views; the other file has the rest, for a second page beside this one.
for (const state of viewStates.slice(0, viewStates.length / 2)) describeView(state)
