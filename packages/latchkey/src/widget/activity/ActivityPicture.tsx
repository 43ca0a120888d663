import type { ActivityEntry, ActivityKind } from '../../engine/nouns/activity/activityEntry.ts'
import type { ActivityLeg } from '../../engine/nouns/activity/activityLegs.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { check, dots, exchange, failure, plus, receive, send, warning } from '../../ui/icon/shapes.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { useLater } from '../shell/useLater.ts'
import type { ActivityTranslate } from './activityWords.ts'
import { assetName } from './activityWords.ts'
import type { SentActivity } from './sentActivity.ts'

const shapes: Readonly<Record<ActivityKind, string>> = {
  send,
  move: send,
  self: exchange,
  burn: send,
  receive,
  mint: receive,
  trade: exchange,
  deposit: exchange,
  withdraw: exchange,
  approve: check,
  deploy: plus,
  execute: dots,
  buy: plus,
  fund: receive,
  pay: send,
}

export declare namespace ActivityPicture {
  interface Props {
    readonly entry: ActivityEntry
    /** There where an entry was sent from here. */
    readonly sent: SentActivity | undefined
    readonly t: ActivityTranslate
  }
}

/** What moved, by its pictures, and a badge that says which way or how it stands. 36 px. */
export function ActivityPicture({ entry, sent, t }: ActivityPicture.Props) {
  const { legs, kind, status, alike } = entry
  const first = legs.find(({ direction }) => direction !== 'in') ?? legs[0]
  const second = first && legs.find(leg => leg.direction === 'in' && leg !== first)
  const shape = shapes[kind]
  if (!first) {
    return (
      <span className="activity-picture" data-bare="">
        <Icon shape={status === 'failed' ? failure : shape} size={20} />
      </span>
    )
  }
  return (
    <span className="activity-picture" data-pair={second ? '' : undefined} aria-hidden="true">
      <LegPicture leg={first} t={t} size={second ? 25 : 36} />
      {second ? <LegPicture leg={second} t={t} size={25} /> : null}
      {status !== 'confirmed' && status !== 'failed' ? (
        sent && <sent.Badge entry={entry} />
      ) : second && status === 'confirmed' && !alike ? null : (
        <span
          className="activity-badge"
          data-tone={status === 'failed' ? 'danger' : alike ? 'warning' : undefined}
        >
          <Icon shape={status === 'failed' ? failure : alike ? warning : shape} size={12} />
        </span>
      )}
    </span>
  )
}

function LegPicture({ leg, t, size }: { leg: ActivityLeg; t: ActivityTranslate; size: number }) {
  const Picture = leg.asset.kind === 'collectible' ? Preview : TokenPicture
  return <Picture path={leg.asset.picture} name={assetName(t, leg)} size={size} />
}

interface PictureProps {
  readonly path: string | undefined
  readonly name: string
  readonly size: number
}

function TokenPicture({ path, name, size }: PictureProps) {
  return <Logo src={useTokenImage(path)} name={name} size={size} round />
}

/** The picture of a collectible: what draws it is fetched with the first one, its place is there from the start. */
function Preview({ path, name, size }: PictureProps) {
  const { part: Shown } = useLater(true, loadPreview)
  return (
    <span className="activity-preview" style={{ inlineSize: size, blockSize: size }}>
      {Shown === 'failed' ? (
        <Logo name={name} size={size} />
      ) : Shown ? (
        <Shown path={path} name={name} />
      ) : null}
    </span>
  )
}

const loadPreview = () => import('./ActivityPreview.tsx').then(module => module.ActivityPreview)
