import { useLayoutEffect, useState } from 'react'
import { isSameId } from '../../contract/namespaceFacts.ts'
import { isToSelf } from '../../engine/flows/send/checkDraft.ts'
import type { SendDraft } from '../../engine/flows/send/draft.ts'
import { alikeOf } from '../../engine/flows/send/knownAddresses.ts'
import type { Receiver } from '../../engine/flows/send/receiver.ts'
import { Address } from '../../ui/address/Address.tsx'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { accountTexts } from '../account/accountTexts.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useTexts } from '../shell/useTexts.ts'
import { LookAlike } from './LookAlike.tsx'
import css from './receiver.css'
import { SendNote } from './SendNote.tsx'
import { receiverTexts, sendTexts } from './sendTexts.ts'
import { useKnownAddresses } from './useKnownAddresses.ts'
import { useSendFlow } from './useSendFlow.ts'

export declare namespace ReceiverDetails {
  interface Props {
    readonly draft: SendDraft
    /** The field shows the error. */
    readonly invalid: boolean
    /** Called before the paint, and again when more is known; undefined until enough is. */
    readonly onJudged: (judged: Judged | undefined) => void
  }
}

/** An address that was held against the ones that the visitor knows (T63). */
export interface Judged {
  readonly address: string
  /** What it can be mistaken for. */
  readonly alike: string | undefined
}

/** All there is to say about a receiver that was entered. */
export function ReceiverDetails({ draft, invalid, onJudged }: ReceiverDetails.Props) {
  useCss(css)
  const t = useTexts(receiverTexts)
  const retry = useTexts(sendTexts)('send.retry')
  const flow = useSendFlow()
  const facts = useFacts()
  const { to, receiver } = draft
  const known = useKnownAddresses(draft.owner)
  const { isSettled } = known
  const address = receiver.at === 'known' ? receiver.address : undefined
  const alike = address === undefined ? undefined : alikeOf(address, known)
  useLayoutEffect(() => {
    onJudged(address !== undefined && (isSettled || alike !== undefined) ? { address, alike } : undefined)
  }, [address, alike, isSettled, onJudged])
  if (receiver.at === 'looking') {
    // The button at the end turns.
    return to.includes('.') ? <p className="send-looking">{t('send.looking', { name: to.trim() })}</p> : null
  }
  if (receiver.at === 'wrong' && receiver.problem === 'offline') {
    return (
      <button type="button" className="send-link" onClick={flow.draft.retryReceiver}>
        {retry}
      </button>
    )
  }
  if (receiver.at !== 'known') return null
  if (alike !== undefined) {
    return (
      <div className="send-alike">
        <SendNote tone="danger" text={t('send.alike')} detail={t('send.alikeHint')} />
        <LookAlike address={receiver.address} alike={alike} retyped={draft.retyped} />
      </div>
    )
  }
  const isAmong = (addresses: readonly string[]) =>
    addresses.some(each => isSameId(each, receiver.address, facts.addresses))
  const note = isToSelf(draft, facts)
    ? 'self'
    : isAmong(known.own)
      ? 'ownAccount'
      : isSettled && !isAmong(known.paid)
        ? 'firstTime'
        : undefined
  return (
    <>
      <Found receiver={receiver} typed={to} />
      {note === undefined || invalid ? null : (
        <SendNote tone={note === 'self' ? 'warning' : 'plain'} text={t(`send.${note}`)} />
      )}
    </>
  )
}

/** The address that a name or a text leads to, always in sight; in full on demand. */
function Found({
  receiver,
  typed,
}: {
  readonly receiver: Extract<Receiver, { at: 'known' }>
  readonly typed: string
}) {
  const t = useTexts(receiverTexts)
  const told = useTexts(accountTexts)
  const [full, setFull] = useState(false)
  const { address, name, image } = receiver
  const isNamed = name !== undefined && !typed.trim().toLowerCase().endsWith(address.slice(2).toLowerCase())
  return (
    <div className="send-found">
      <Avatar src={image} address={address} size={32} />
      <div className="send-found-words">
        {name && (
          <p className="send-found-name">
            {isNamed && name.differs ? t('send.nameReads', { name: name.name }) : name.name}
          </p>
        )}
        {isNamed ? (
          <button
            type="button"
            className="send-found-address"
            aria-expanded={full}
            title={told(full ? 'account.hideAddress' : 'account.showAddress')}
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
