import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { exchange, plus, qr, receive } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './fund.css'
import { fundTexts } from './fundTexts.ts'
import { useWays } from './useWays.ts'

const shapes: Readonly<Record<string, string>> = { exchange: receive, receive: qr, swap: exchange }

/** FundWallet: the ways to have more in the wallet, as far as they lead somewhere (SPEC-NOTES §2). */
export function FundWalletView() {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(fundTexts)
  const token = useEngineState(({ state }) => state.network.nativeCurrency.symbol)
  const { ways, failed, retry } = useWays()
  return (
    <Body>
      {ways.length === 0 && !failed ? (
        <div className="fund-none">
          <StatusWords title={t('fund.none')} detail={t('fund.noneHint')} />
        </div>
      ) : (
        <div aria-busy={ways.some(({ at }) => at === 'loading') || undefined}>
          <List label={t('fund.ways')}>
            {ways.map(({ id, view, name, detail, at }) =>
              at === 'loading' ? (
                <SkeletonRow key={id} />
              ) : (
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
              ),
            )}
          </List>
        </div>
      )}
      {failed ? (
        <div className="fund-failed">
          <StatusWords title={t('fund.failed')} detail={t('fund.failedHint')} />
          <Button wide onClick={retry}>
            {t('fund.retry')}
          </Button>
        </div>
      ) : null}
    </Body>
  )
}
