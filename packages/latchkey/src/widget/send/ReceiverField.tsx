import { useRef } from 'react'
import { isOwnContract } from '../../engine/flows/send/checkDraft.ts'
import { Field } from '../../ui/field/Field.tsx'
import { close } from '../../ui/icon/shapes.ts'
import { IconButton } from '../../ui/iconbutton/IconButton.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useLater } from '../shell/useLater.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { ReceiverDetails } from './ReceiverDetails.tsx'
import type { ReceiverCare } from './receiverCare.ts'
import { sendTexts } from './sendTexts.ts'
import { useSendFlow } from './useSendFlow.ts'

export declare namespace ReceiverField {
  interface Props extends Pick<ReceiverDetails.Props, 'draft' | 'onJudged'> {
    /** The component that shows a receiver's details, once its chunk is loaded. */
    readonly care: ReceiverCare | 'failed' | undefined
  }
}

const loadProblem = () => import('./receiverProblem.ts').then(module => module.receiverProblem)

/** To whom: an address or a name, and all there is to say about it. */
export function ReceiverField({ draft, care, onJudged }: ReceiverField.Props) {
  const t = useTexts(sendTexts)
  const flow = useSendFlow()
  const names = useEngineState(({ config }) => config.endpoints?.api !== undefined && config.basic !== true)
  const input = useRef<HTMLInputElement>(null)
  const texts = useEngineState(({ config }) => config.texts)
  const network = useEngineState(({ state }) => state.network.name)
  const errorText = useErrorText()
  const facts = useFacts()
  const { to } = draft
  const isWrong = draft.receiver.at === 'wrong' || isOwnContract(draft, facts)
  const { part: problemOf } = useLater(isWrong, loadProblem)
  // All details appear at once, so that nothing below moves twice.
  const problem =
    to === ''
      ? undefined
      : care === 'failed' || (isWrong && problemOf === 'failed')
        ? errorText('CHUNK_FAILED')
        : isWrong && problemOf && problemOf !== 'failed'
          ? problemOf(draft, { texts, network, facts, errorText })
          : undefined
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
        <care.ReceiverDetails draft={draft} invalid={isWrong} onJudged={onJudged} />
      ) : null}
      {typeof care === 'object' && to === '' ? <care.SentBefore owner={draft.owner} /> : null}
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
