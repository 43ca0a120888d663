import { isRetyped, retypeLength } from '../../engine/send/checkDraft.ts'
import { groupAddress } from '../../ui/address/groupAddress.ts'
import { Field } from '../../ui/field/Field.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useTexts } from '../shell/useTexts.ts'
import { alikeTexts } from '../texts/alikeTexts.ts'
import css from './lookalike.css'
import { useSendFlow } from './useSendFlow.ts'

export declare namespace LookAlike {
  interface Props {
    readonly address: string
    /** The known address that it can be mistaken for. */
    readonly alike: string
    readonly retyped: string
  }
}

/** Two addresses that look alike, in full, with what differs marked, and the end to be typed again (T63). */
export function LookAlike({ address, alike, retyped }: LookAlike.Props) {
  useCss(css)
  const t = useTexts(alikeTexts)
  const flow = useSendFlow()
  return (
    <>
      <Compared label={t('send.alikeGiven')} address={address} other={alike} />
      <Compared label={t('send.alikeKnown')} address={alike} other={address} />
      <Field
        label={t('send.retype', { count: retypeLength })}
        hint={t('send.retypeHint')}
        data-field="retype"
        value={retyped}
        onValue={flow.draft.retype}
        maxLength={retypeLength + 4}
        autoCapitalize="off"
        autoCorrect="off"
        dir="ltr"
        data-done={isRetyped(address, retyped) ? '' : undefined}
      />
    </>
  )
}

function Compared({
  label,
  address,
  other,
}: {
  readonly label: string
  readonly address: string
  readonly other: string
}) {
  let at = 0
  return (
    <div className="send-compared">
      <p className="send-compared-label">{label}</p>
      <p className="send-compared-address" dir="ltr">
        {groupAddress(address).map(group => {
          const start = at
          at += group.length
          return (
            <span className="send-compared-group" key={start}>
              {[...group].map((letter, place) =>
                letter.toLowerCase() === other[start + place]?.toLowerCase() ? (
                  letter
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a character is its place
                  <mark key={place}>{letter}</mark>
                ),
              )}
            </span>
          )
        })}
      </p>
    </div>
  )
}
