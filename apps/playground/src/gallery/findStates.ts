import type { ViewPlace, ViewRoom, ViewState } from 'latchkey/gallery'

/** A state with the words it is found by. */
export interface ListedState {
  readonly state: ViewState
  readonly place: ViewPlace
}

/** The states of a view, under its heading. */
export interface ListedView {
  readonly view: string
  readonly title: string
  readonly states: readonly ListedState[]
}

export interface ListedRoom {
  readonly room: ViewRoom
  readonly views: readonly ListedView[]
}

/** The states of one room, or of all, that have every word of a search in their names; in the order of the rooms. */
export function findStates(
  all: readonly ViewState[],
  {
    rooms,
    places,
    room,
    search,
  }: {
    readonly rooms: readonly ViewRoom[]
    readonly places: Readonly<Record<ViewState['view'], ViewPlace>>
    /** Empty: all rooms. */
    readonly room: string
    readonly search: string
  },
): readonly ListedRoom[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = all
    .map(state => ({ state, place: places[state.view] }))
    .filter(({ place }) => room === '' || place.room === room)
    .filter(listed => words.every(word => wordsOf(listed).includes(word)))
  const names = Object.keys(places)
  return rooms.flatMap(each => {
    const views = names.flatMap(view => {
      const states = found.filter(({ state, place }) => state.view === view && place.room === each)
      const [first] = states
      return first ? [{ view, title: first.place.title, states }] : []
    })
    return views.length > 0 ? [{ room: each, views }] : []
  })
}

/** The states in the order they are listed. */
export function statesOf(rooms: readonly ListedRoom[]): readonly ListedState[] {
  return rooms.flatMap(({ views }) => views.flatMap(({ states }) => states))
}

function wordsOf({ state, place }: ListedState): string {
  return `${place.room} ${place.title} ${state.title} ${state.id}`.toLowerCase()
}
