import type { SentAsset, TransferNote, TransferRefusal } from '../../contract/send.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { exactAmount } from './exactAmount.ts'
import { SendNote } from './SendNote.tsx'
import { reviewCostTexts } from './sendTexts.ts'

export declare namespace ReviewNotes {
  interface Props {
    readonly notes: readonly TransferNote[] | undefined
    readonly refusal: TransferRefusal | undefined
    readonly asset: SentAsset
    /** Of the network's own currency. */
    readonly symbol: string
  }
}

/** What else is to be known before sending, and why it cannot be sent as it is. */
export function ReviewNotes({ notes = [], refusal, asset, symbol }: ReviewNotes.Props) {
  const t = useTexts(reviewCostTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const amount = refusal && 'least' in refusal ? `${exactAmount(refusal.least, locale)} ${symbol}` : ''
  return (
    <>
      {refusal ? (
        <SendNote
          tone="danger"
          text={t('review.refused')}
          detail={t(`review.refused.${refusal.kind}`, { token: asset.symbol, amount })}
        />
      ) : null}
      {notes.map(note => (
        <SendNote
          key={note.kind}
          tone={note.kind === 'program' ? 'warning' : 'plain'}
          text={t(`review.note.${note.kind}`, {
            token: asset.symbol,
            text: note.kind === 'memo' ? note.text : '',
          })}
        />
      ))}
    </>
  )
}
