/** `latchkey/gallery`: every view in every state, for the playground's gallery. Only in the repository: it is not published. */
export { type ShownState, type ShowOptions, showViewState } from './widget/fixtures/showViewState.ts'
export { type Step, type ViewState, viewStates } from './widget/fixtures/viewStates.ts'
