import { describeView } from './conformance/describeView.ts'
import { viewStates } from './fixtures/viewStates.ts'

// The views that views.browser.test.tsx leaves out.
for (const state of viewStates.slice(viewStates.length / 2)) describeView(state)
