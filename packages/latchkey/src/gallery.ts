/** `latchkey/gallery`: every view in every state, for the playground's gallery. Only in the repository: it is not published. */
export type { Picture } from './widget/fixtures/givePictures.ts'
export { type ShownState, type ShowOptions, showViewState } from './widget/fixtures/showViewState.ts'
export { type ViewPlace, type ViewRoom, viewPlaces, viewRooms } from './widget/fixtures/viewRooms.ts'
export { type Step, type ViewState, viewStates } from './widget/fixtures/viewStates.ts'
