import { viewPlaces, viewRooms, viewStates } from 'latchkey/gallery'
import { useEffect, useMemo, useRef } from 'react'
import { findStates, statesOf } from './findStates.ts'
import type { GalleryValues } from './galleryValues.ts'
import { dressPage } from './installGallery.ts'
import { LookForm } from './LookForm.tsx'
import { OneState } from './OneState.tsx'
import { Overview } from './Overview.tsx'
import { StateIndex } from './StateIndex.tsx'
import { useGalleryValues } from './useGalleryValues.ts'

/** Every view in every state: an index with search, and one state or an overview, in the look that is chosen. */
export function Gallery({ first }: { readonly first: GalleryValues }) {
  const [values, change] = useGalleryValues(first)
  const { room, search, show, theme } = values
  const rooms = useMemo(
    () => findStates(viewStates, { rooms: viewRooms, places: viewPlaces, room, search }),
    [room, search],
  )
  const listed = useMemo(() => statesOf(rooms), [rooms])
  const at = listed.findIndex(({ state }) => state.id === show)
  const shown = useMemo(() => {
    const state = viewStates.find(each => each.id === show)
    return state && { state, place: viewPlaces[state.view] }
  }, [show])
  const onShow = (id: string) => change({ show: id })

  useEffect(() => dressPage({ theme }), [theme])

  // Back among all of them the reader is where they left.
  const last = useRef('')
  useEffect(() => {
    if (show === '' && last.current !== '') document.getElementById(`tile-${last.current}`)?.focus()
    last.current = show
  }, [show])

  return (
    <div className="gallery" data-one={shown ? '' : undefined}>
      <a className="skip" href="#gallery-states">
        Skip to the states
      </a>
      <header className="gallery-head">
        <a href="/">Shop</a>
        <h1>Every view, in every state</h1>
      </header>
      <div className="gallery-find">
        <search>
          <label>
            <span>Search</span>
            <input
              type="search"
              value={search}
              placeholder="declined, slow, Swap…"
              onChange={event => change({ search: event.target.value })}
            />
          </label>
          <label>
            <span>Room</span>
            <select value={room} onChange={event => change({ room: event.target.value })}>
              <option value="">All rooms</option>
              {viewRooms.map(each => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        </search>
        <p role="status">{countWords(listed.length)}</p>
        <StateIndex rooms={rooms} values={values} onShow={onShow} />
      </div>
      <main id="gallery-states" tabIndex={-1}>
        <LookForm values={values} onChange={change} />
        {shown ? (
          <OneState
            listed={shown}
            before={listed[at - 1]}
            after={at < 0 ? undefined : listed[at + 1]}
            values={values}
            onShow={onShow}
          />
        ) : (
          <Overview rooms={rooms} values={values} onShow={onShow} />
        )}
      </main>
    </div>
  )
}

function countWords(count: number): string {
  if (count === 0) return 'No states match.'
  return count === viewStates.length ? `${count} states` : `${count} of ${viewStates.length} states`
}
