import { useState } from 'react'
import { useCss } from '../stage/useCss.ts'
import { imageSource } from '../walletimage/imageSource.ts'
import css from './avatar.css'
import { avatarGradient } from './avatarGradient.ts'

export declare namespace Avatar {
  interface Props {
    /** Hostile, like every picture of a stranger: see `imageSource`. */
    readonly src?: string | null | undefined
    readonly address: string
    /** Pixels, default 36. */
    readonly size?: number
  }
}

/** The picture of an account, or a gradient of its own. */
export function Avatar({ src, address, size = 36 }: Avatar.Props) {
  useCss(css)
  const source = imageSource(src)
  const [failed, setFailed] = useState<string | null>(null)
  const drawn = source !== null && source !== failed
  return (
    <span
      className="avatar"
      part="avatar"
      aria-hidden="true"
      style={{ inlineSize: size, blockSize: size, ...(drawn ? {} : { background: avatarGradient(address) }) }}
    >
      {drawn ? (
        <img
          className="avatar-image"
          src={source}
          alt=""
          width={size}
          height={size}
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setFailed(source)}
        />
      ) : null}
    </span>
  )
}
