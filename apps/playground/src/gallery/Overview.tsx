import { type CSSProperties, useRef } from 'react'
import type { ListedRoom, ListedState } from './findStates.ts'
import { frameSizeOf, type GalleryValues } from './galleryValues.ts'
import { StateFrame } from './StateFrame.tsx'
import { StateLink } from './StateLink.tsx'
import { useInSight } from './useInSight.ts'

interface Props {
  readonly values: GalleryValues
  readonly onShow: (id: string) => void
}

/** All listed states side by side; those on the screen are mounted. */
export function Overview({ rooms, ...props }: Props & { readonly rooms: readonly ListedRoom[] }) {
  const { width } = frameSizeOf(props.values)
  return rooms.map(({ room, views }) => (
    <section key={room} aria-label={room} className="room">
      <h2>{room}</h2>
      {views.map(({ view, title, states }) => (
        <div key={view}>
          <h3>
            {title} <code>{view}</code>
          </h3>
          <ul className="tiles" style={{ '--width': width } as CSSProperties}>
            {states.map(listed => (
              <Tile key={listed.state.id} listed={listed} {...props} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  ))
}

function Tile({ listed: { state }, values, onShow }: Props & { readonly listed: ListedState }) {
  const place = useRef<HTMLLIElement>(null)
  const inSight = useInSight(place)
  return (
    <li ref={place} className="tile">
      <StateLink values={values} show={state.id} onShow={onShow} id={`tile-${state.id}`}>
        {state.title}
      </StateLink>
      <StateFrame state={state} values={values} isStill isEmpty={!inSight} />
    </li>
  )
}
