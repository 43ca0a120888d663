import { proxiedImage } from '../../engine/base/proxiedImage.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { NftMedia } from '../nfts/NftMedia.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import css from './activitypreview.css'

export declare namespace ActivityPreview {
  interface Props {
    /** As the services name it; absent: there is none. */
    readonly path: string | undefined
    readonly name: string
  }
}

/** The picture of a collectible that moved, as large as its place. */
export function ActivityPreview({ path, name }: ActivityPreview.Props) {
  useCss(css)
  const src = useEngineState(({ config }) => proxiedImage(config, path))
  return <NftMedia src={src} name={name} />
}
