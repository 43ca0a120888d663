import { describeView } from './conformance/describeView.ts'
import { viewStates } from './fixtures/viewStates.ts'

for (const state of viewStates) describeView(state)
