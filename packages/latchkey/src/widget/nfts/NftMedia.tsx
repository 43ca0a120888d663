import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { monogram } from '../../ui/walletimage/monogram.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './nftmedia.css'

export declare namespace NftMedia {
  interface Props {
    /** By way of the services; absent: there is none. */
    readonly src: string | undefined
    /** Whose picture it is: letter and colour while it is not here. */
    readonly name: string
    /** What it is, to those who do not see it; absent where the name stands beside it. */
    readonly alt?: string
    /** All of it is shown, however it is cut. */
    readonly whole?: boolean
    /** It is loaded when it is about to be seen. */
    readonly lazy?: boolean
  }
}

/**
 * The picture of a collectible in a square of fixed size: hostile, so only ever an `<img>` (T68). Its letter stands for it when
 * it has none, or not after 2 s; it takes its place whenever it comes, and nothing moves (F25).
 */
export function NftMedia({ src, name, alt = '', whole, lazy }: NftMedia.Props) {
  useCss(css)
  const { clock } = useWidget().engine.ctx
  const [settled, setSettled] = useState<{ readonly src: string; readonly at: 'shown' | 'failed' }>()
  const [late, setLate] = useState<string>()
  useEffect(() => {
    if (src !== undefined) return clock.setTimeout(() => setLate(src), limits.imageTimeout)
  }, [clock, src])
  const at = src === undefined ? 'failed' : settled?.src === src ? settled.at : undefined
  const { letter, colour } = monogram(name)
  const state = at ?? (late === src ? 'late' : 'loading')
  return (
    <span className="nft-media" data-state={state} data-whole={whole ? '' : undefined}>
      {state === 'late' || state === 'failed' ? (
        <span className="nft-letter" style={{ background: colour }} aria-hidden="true">
          {letter}
        </span>
      ) : null}
      {src === undefined || at === 'failed' ? null : (
        <img
          className="nft-image"
          src={src}
          alt={alt}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onLoad={() => setSettled({ src, at: 'shown' })}
          onError={() => setSettled({ src, at: 'failed' })}
        />
      )}
    </span>
  )
}
