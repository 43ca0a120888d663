import { type ReactNode, useRef, useState } from 'react'
import type { SendDraft } from '../../engine/send/draft.ts'
import type { Receiver } from '../../engine/send/receiver.ts'
import { Address } from '../../ui/address/Address.tsx'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { close } from '../../ui/icon/shapes.ts'
import { IconButton } from '../../ui/iconbutton/IconButton.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { sendTexts } from '../texts/sendTexts.ts'
import { LookAlike } from './LookAlike.tsx'
import { SendNote } from './SendNote.tsx'
import { useSendFlow } from './useSendFlow.ts'

export declare namespace ReceiverField {
  interface Props {
    readonly draft: SendDraft
    /** What the receiver can be mistaken for (T63). */
    readonly alike: string | undefined
    /** Sent to before, by this visitor from here (T63). */
    readonly recents: readonly string[]
    readonly notes: readonly ('firstTime' | 'self' | 'ownAccount')[]
    readonly children?: ReactNode
  }
}

/** To whom: an address or a name, and all there is to say about it. */
export function ReceiverField({ draft, alike, recents, notes }: ReceiverField.Props) {
  const t = useTexts(sendTexts)
  const flow = useSendFlow()
  const names = useEngineState(({ config }) => config.endpoints?.api !== undefined && config.basic !== true)
  const input = useRef<HTMLInputElement>(null)
  const { to, receiver } = draft
  const problem = useProblem(draft)
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
      {receiver.at === 'looking' && to.includes('.') ? (
        <p className="send-looking">
          <Spinner />
          {t('send.looking', { name: to.trim() })}
        </p>
      ) : null}
      {receiver.at === 'known' && alike === undefined ? <Found receiver={receiver} typed={to} /> : null}
      {receiver.at === 'known' && alike !== undefined ? (
        <LookAlike address={receiver.address} alike={alike} retyped={draft.retyped} />
      ) : null}
      {receiver.at === 'known' && alike === undefined && problem === undefined
        ? notes.map(note => (
            <SendNote key={note} tone={note === 'self' ? 'warning' : 'plain'} text={t(`send.${note}`)} />
          ))
        : null}
      {receiver.at === 'wrong' && receiver.problem === 'offline' ? (
        <button type="button" className="send-link" onClick={flow.draft.retryReceiver}>
          {t('send.retry')}
        </button>
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

/** What is wrong with the receiver: SPEC §8's sentence, then what to do. */
function useProblem({ receiver, token }: SendDraft): string | undefined {
  const t = useTexts(sendTexts)
  const errorText = useErrorText()
  const network = useEngineState(({ state }) => state.network.name)
  const isOwnContract =
    receiver.at === 'known' &&
    token?.address !== undefined &&
    token.address.toLowerCase() === receiver.address.toLowerCase()
  if (isOwnContract)
    return `${errorText('RECEIVER_INVALID')}. ${t('send.problem.ownContract', { token: token?.symbol ?? '' })}`
  if (receiver.at !== 'wrong') return undefined
  const { problem } = receiver
  const first = problem === 'noName' || problem === 'offline' ? 'NAME_RESOLVE_FAILED' : 'RECEIVER_INVALID'
  const letters = receiver.letters?.join('”, “') ?? ''
  return `${errorText(first)}. ${t(`send.problem.${problem}`, { network, letters })}`
}

/** The address that a name or a text leads to, always in sight; in full on demand. */
function Found({
  receiver,
  typed,
}: {
  readonly receiver: Extract<Receiver, { at: 'known' }>
  readonly typed: string
}) {
  const t = useTexts(sendTexts)
  const [full, setFull] = useState(false)
  const { address, name, image } = receiver
  const isNamed = name !== undefined && !typed.trim().toLowerCase().endsWith(address.slice(2).toLowerCase())
  return (
    <div className="send-found">
      <Avatar src={image} address={address} size={32} />
      <div className="send-found-words">
        {name === undefined ? null : (
          <p className="send-found-name">
            {isNamed && name.differs ? t('send.nameReads', { name: name.name }) : name.name}
          </p>
        )}
        {isNamed ? (
          <button
            type="button"
            className="send-found-address"
            aria-expanded={full}
            title={t(full ? 'send.hideAddress' : 'send.showAddress')}
            onClick={() => setFull(!full)}
          >
            <Address address={address} full={full} />
          </button>
        ) : (
          <Address address={address} full />
        )}
        {name?.foreign ? <SendNote tone="warning" text={t('send.nameForeign')} /> : null}
      </div>
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
