import { isRetyped, retypeLength } from '../../engine/flows/send/checkDraft.ts'
import { ComparedAddress } from '../../ui/address/ComparedAddress.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { useFacts } from '../shell/useFacts.ts'
import { useTexts } from '../shell/useTexts.ts'
import { alikeTexts } from './sendTexts.ts'
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
  const t = useTexts(alikeTexts)
  const flow = useSendFlow()
  const facts = useFacts()
  return (
    <>
      <ComparedAddress label={t('send.alikeGiven')} address={address} other={alike} />
      <ComparedAddress label={t('send.alikeKnown')} address={alike} other={address} />
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
        data-done={isRetyped(address, retyped, facts) ? '' : undefined}
      />
    </>
  )
}
