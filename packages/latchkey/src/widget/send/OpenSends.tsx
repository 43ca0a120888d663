import { parseAmount } from '../../contract/amount.ts'
import type { CaipAddress } from '../../contract/caip.ts'
import { isSettled } from '../../engine/nouns/journal/isSettled.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { exactAmount } from './exactAmount.ts'
import { receiverTexts } from './sendTexts.ts'
import { useSendFlow } from './useSendFlow.ts'
import { useSends } from './useSends.ts'

/** Lists pending transfers, so that the visitor can follow them before sending again (T73). */
export function OpenSends({ owner }: { readonly owner: CaipAddress | undefined }) {
  const t = useTexts(receiverTexts)
  const flow = useSendFlow()
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const sent = useSends().filter(each => each.from === owner && !isSettled(each))
  if (sent.length === 0) return null
  return (
    <List label={t('send.unsettled')}>
      {sent.slice(0, 3).map(each => (
        <Row
          key={each.id}
          id={`open-${each.id}`}
          name={t('send.open', {
            amount: `${exactAmount(parseAmount(each.amount, each.asset.decimals), locale)} ${each.asset.symbol}`,
            receiver: shortAddress(each.to),
          })}
          end="chevron"
          onClick={() => {
            const at = each.status === 'pending' ? 'sent' : 'unknown'
            widget.push('WalletSendPreview', flow.follow(each.id, at))
          }}
        />
      ))}
    </List>
  )
}
