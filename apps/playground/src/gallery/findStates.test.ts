import { viewPlaces, viewRooms, viewStates } from 'latchkey/gallery'
import { expect, test } from 'vitest'
import { findStates, statesOf } from './findStates.ts'

const find = (search: string, room = '') =>
  findStates(viewStates, { rooms: viewRooms, places: viewPlaces, room, search })
const idsOf = (search: string, room?: string) => statesOf(find(search, room)).map(({ state }) => state.id)

test('without a filter every state is listed once, by room and view', () => {
  expect(idsOf('').toSorted()).toEqual(viewStates.map(({ id }) => id).toSorted())
  expect(find('').map(({ room }) => room)).toEqual(viewRooms)
  expect(find('').flatMap(({ views }) => views.map(({ view }) => view))).toEqual(
    Object.keys(viewPlaces).filter(view => viewStates.some(state => state.view === view)),
  )
})

test('a room has its own views alone', () => {
  expect(find('', 'Networks').map(({ room }) => room)).toEqual(['Networks'])
  expect(new Set(find('', 'Networks').flatMap(({ views }) => views.map(({ view }) => view)))).toEqual(
    new Set(['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain']),
  )
})

test('a search takes words in any order and case, of the room, the view, the title and the id', () => {
  expect(idsOf('NONE connect/')).toContain('Connect/none')
  expect(idsOf('declined visitor networks')).toEqual(['SwitchNetwork/rejected'])
  expect(idsOf('wallet', 'Swap')).not.toContain('Connect/wallets')
  expect(idsOf('no such words')).toEqual([])
})
