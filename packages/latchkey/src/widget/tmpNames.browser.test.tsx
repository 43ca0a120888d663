import { describeView } from './conformance/describeView.ts'
import { nameStates } from './fixtures/nameStates.ts'

for (const state of nameStates) describeView(state)
