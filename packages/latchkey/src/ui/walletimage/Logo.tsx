import { type CSSProperties, useState } from 'react'
import { useCss } from '../stage/useCss.ts'
import { imageSource } from './imageSource.ts'
import css from './logo.css'
import { monogram } from './monogram.ts'

export declare namespace Logo {
  interface Props {
    /** Hostile: anything but https, blob or a small data image is not loaded. */
    readonly src?: string | null | undefined
    /** Whose picture it is; decides letter and colour when there is none. */
    readonly name: string
    /** Pixels, default 36. */
    readonly size?: number
    /** A circle, for networks and tokens. */
    readonly round?: boolean
  }
}

/** Shows a picture in one frame, when all of it is there to be painted. */
function showDecoded(image: HTMLImageElement | null): void {
  if (!image || image.dataset.shown) return
  const show = () => {
    image.dataset.shown = 'true'
  }
  // What is in its address is loaded in the task that named it.
  queueMicrotask(() => {
    if (image.complete && image.naturalWidth > 0) show()
    else image.decode().then(show, show)
  })
}

/** A picture that a wallet, network or token brought along, in a box of fixed size; its initial where there is none. */
export function Logo({ src, name, size = 36, round }: Logo.Props) {
  useCss(css)
  const source = imageSource(src)
  const [failed, setFailed] = useState<string | null>(null)
  const drawn = source !== null && source !== failed
  const { letter, colour } = monogram(name)
  return (
    <span
      className={drawn ? 'logo' : 'logo logo-letter'}
      part="logo"
      data-round={round ? '' : undefined}
      aria-hidden="true"
      style={{ '--logo': size, background: drawn ? undefined : colour } as CSSProperties}
    >
      {drawn ? (
        <img
          key={source}
          ref={showDecoded}
          className="logo-image"
          // What is in its address is loaded while its view is drawn ahead; another host is asked for what is in sight.
          loading={source.startsWith('data:') ? 'eager' : 'lazy'}
          src={source}
          alt=""
          width={size}
          height={size}
          // Decoded before it shows, so that no frame waits for it.
          decoding="sync"
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setFailed(source)}
        />
      ) : (
        letter
      )}
    </span>
  )
}
