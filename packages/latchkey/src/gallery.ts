/** `latchkey/gallery`: every view in every state, for our gallery and for authors of themes. No app needs it. */
export { type ShownState, type ShowOptions, showViewState } from './widget/fixtures/showViewState.ts'
export { type Step, type ViewState, viewStates } from './widget/fixtures/viewStates.ts'
