import { useEffect, useRef } from 'react'
import type { ListedRoom } from './findStates.ts'
import type { GalleryValues } from './galleryValues.ts'
import { StateLink } from './StateLink.tsx'

/** The index of the listed states by room and view; rooms are closed until they are looked into. */
export function StateIndex({
  rooms,
  values,
  onShow,
}: {
  readonly rooms: readonly ListedRoom[]
  readonly values: GalleryValues
  readonly onShow: (id: string) => void
}) {
  const index = useRef<HTMLElement>(null)
  const { show } = values
  useEffect(() => {
    const list = index.current
    const link = list?.querySelector('[aria-current]')
    if (!show || !list || !link) return
    const [around, own] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
    // A link may open any of them. The page stays where it is.
    if (own.top < around.top || own.bottom > around.bottom)
      list.scrollTop += own.top - around.top - list.clientHeight / 2
  }, [show])
  const isFiltered = values.room !== '' || values.search !== ''
  return (
    <nav ref={index} className="index" aria-label="Index of states">
      {rooms.map(({ room, views }) => {
        const states = views.flatMap(view => view.states)
        const hasShown = states.some(({ state }) => state.id === show)
        return (
          <details key={room} open={isFiltered || hasShown}>
            <summary>
              {room} <span className="count">{states.length}</span>
            </summary>
            {views.map(({ view, title, states: own }) => (
              <div key={view}>
                <p id={`index-${view}`}>{title}</p>
                <ul aria-labelledby={`index-${view}`}>
                  {own.map(({ state }) => (
                    <li key={state.id}>
                      <StateLink
                        values={values}
                        show={state.id}
                        onShow={onShow}
                        isCurrent={state.id === show}
                      >
                        {state.title}
                      </StateLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </details>
        )
      })}
    </nav>
  )
}
