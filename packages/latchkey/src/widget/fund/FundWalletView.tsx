import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { exchange, plus, qr } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './fund.css'
import { fundTexts } from './fundTexts.ts'
import { waysToFund } from './waysToFund.ts'

const shapes: Readonly<Record<string, string>> = { receive: qr, swap: exchange }

/** FundWallet: the ways to have more in the wallet (SPEC-NOTES §2). */
export function FundWalletView() {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(fundTexts)
  const snapshot = useEngineState(each => each)
  const token = snapshot.state.network.nativeCurrency.symbol
  const ways = waysToFund(snapshot, view => widget.views.definition(view) !== undefined)
  return (
    <Body>
      {ways.length === 0 ? (
        <div className="fund-none">
          <StatusWords title={t('fund.none')} detail={t('fund.noneHint')} />
        </div>
      ) : (
        <List label={t('fund.ways')}>
          {ways.map(({ id, view, name, detail }) => (
            <Row
              key={id}
              id={id}
              name={t(name)}
              detail={t(detail, { token })}
              icon={<Icon shape={shapes[id] ?? plus} />}
              end="chevron"
              // What is missing to pay fees with is the network's own currency.
              onClick={() => widget.push(view, view === 'Swap' ? { toToken: 'native' } : undefined)}
            />
          ))}
        </List>
      )}
    </Body>
  )
}
