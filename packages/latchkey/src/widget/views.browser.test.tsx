import { describeView } from './conformance/describeView.ts'
import { viewStates } from './fixtures/viewStates.ts'

// Half of them: the other half is in a file of its own, for a second page beside this one.
for (const state of viewStates.slice(0, viewStates.length / 2)) describeView(state)
