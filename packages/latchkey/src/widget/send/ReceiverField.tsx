import { useRef } from 'react'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { close } from '../../ui/icon/shapes.ts'
import { IconButton } from '../../ui/iconbutton/IconButton.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { sendTexts } from '../texts/sendTexts.ts'
import type { ReceiverDetails } from './ReceiverDetails.tsx'
import { useReceiverCare } from './useReceiverCare.ts'
import { useSendFlow } from './useSendFlow.ts'

export declare namespace ReceiverField {
  interface Props extends Pick<ReceiverDetails.Props, 'draft' | 'onJudged'> {
    /** Sent to before, by this visitor from here (T63). */
    readonly recents: readonly string[]
  }
}

/** To whom: an address or a name, and all there is to say about it. */
export function ReceiverField({ draft, recents, onJudged }: ReceiverField.Props) {
  const t = useTexts(sendTexts)
  const flow = useSendFlow()
  const names = useEngineState(({ config }) => config.endpoints?.api !== undefined && config.basic !== true)
  const input = useRef<HTMLInputElement>(null)
  const texts = useEngineState(({ config }) => config.texts)
  const network = useEngineState(({ state }) => state.network.name)
  const errorText = useErrorText()
  const { to } = draft
  const care = useReceiverCare(to)
  const problem =
    to === '' || care === undefined
      ? undefined
      : care === 'absent'
        ? errorText('CHUNK_FAILED')
        : care.receiverProblem(draft, { texts, network, errorText })
  return (
    <div className="send-to">
      <Field
        ref={input}
        label={t('send.to')}
        data-field="receiver"
        placeholder={t(names ? 'send.toPlaceholder' : 'send.toPlaceholderAddress')}
        value={to}
        onValue={flow.draft.typeReceiver}
        error={problem}
        maxLength={400}
        autoCapitalize="off"
        autoCorrect="off"
        dir="auto"
        after={
          to === '' ? (
            <PasteButton
              onPaste={text => {
                if (text !== undefined) flow.draft.typeReceiver(text)
                input.current?.focus()
              }}
            />
          ) : (
            <IconButton
              shape={close}
              size={18}
              label={t('send.clear')}
              onClick={() => {
                flow.draft.typeReceiver('')
                input.current?.focus()
              }}
            />
          )
        }
      />
      {typeof care === 'object' && to !== '' ? (
        <care.ReceiverDetails draft={draft} invalid={problem !== undefined} onJudged={onJudged} />
      ) : null}
      {to === '' && recents.length > 0 ? (
        <List heading={t('send.recent')}>
          {recents.slice(0, 3).map(address => (
            <Row
              key={address}
              id={address}
              name={shortAddress(address)}
              icon={<Avatar address={address} />}
              onClick={() => flow.draft.typeReceiver(address)}
            />
          ))}
        </List>
      ) : null}
    </div>
  )
}

/** Reads the clipboard where the browser lets a page; else the field is ready for the keys. */
function PasteButton({ onPaste }: { readonly onPaste: (text: string | undefined) => void }) {
  const t = useTexts(sendTexts)
  const { announce } = useWidget()
  if (typeof navigator === 'undefined' || !navigator.clipboard?.readText) return null
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).slice(0, 400))
    } catch {
      announce(t('send.pasteFailed'), 'assertive')
      onPaste(undefined)
    }
  }
  return (
    <button type="button" className="send-paste" onClick={paste}>
      {t('send.paste')}
    </button>
  )
}
