import { useId, useState } from 'react'
import { addressOf } from '../../contract/caip.ts'
import type { ExchangeFlow, ExchangeTodo } from '../../engine/flows/exchange/exchangeFlow.ts'
import type { DepositAsset } from '../../engine/nouns/funding/funding.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { exchangeTexts } from './exchangeTexts.ts'

export declare namespace DepositField {
  interface Props {
    readonly flow: ExchangeFlow
    /** What is in the way of an order at any exchange. */
    readonly todo: ExchangeTodo | undefined
    readonly network: string
  }
}

/** How much of what is to arrive, and where; the tokens to choose from unfold below. */
export function DepositField({ flow, todo, network }: DepositField.Props) {
  const t = useTexts(exchangeTexts)
  const ask = useMachine(flow.ask)
  const typed = useMachine(flow.typed)
  const state = useMachine(flow.assets)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const assets = state.at === 'known' ? state.assets : []
  const chosen = assets.find(({ asset }) => asset === ask?.asset)
  const isWrong = todo === 'wrong-amount' || todo === 'precise'
  const hint = isWrong
    ? t(`exchange.todo.${todo}`, { token: ask?.shown.symbol ?? '', count: ask?.shown.decimals ?? 0 })
    : ask && t('exchange.to', { address: shortAddress(addressOf(ask.recipient)), network })
  return (
    <div className="exchange-what">
      <div className="field-box exchange-field" data-invalid={isWrong ? '' : undefined}>
        <label className="exchange-label" htmlFor={`${id}-amount`}>
          {t('exchange.amount')}
        </label>
        <div className="exchange-line">
          <input
            id={`${id}-amount`}
            className="field-input exchange-input"
            // Until it is known what can be deposited, the view begins with its title.
            data-first={ask && ''}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-hint`}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
            placeholder="0"
            data-long={typed.length > 7 ? (typed.length > 12 ? 'very' : '') : undefined}
            dir="ltr"
            value={typed}
            onChange={event => flow.type(event.currentTarget.value)}
          />
          {chosen === undefined ? (
            <span className="exchange-token">
              {state.at === 'loading' ? <Skeleton width={64} height={20} /> : '—'}
            </span>
          ) : (
            <button
              type="button"
              className="exchange-token"
              aria-expanded={isOpen}
              aria-controls={`${id}-tokens`}
              onClick={() => setOpen(!isOpen)}
            >
              <span className="visually-hidden">{t('exchange.token', { token: chosen.shown.symbol })}</span>
              <AssetLogo asset={chosen} size={24} />
              <span aria-hidden="true">{chosen.shown.symbol}</span>
              <Icon shape={chevronDown} size={16} />
            </button>
          )}
        </div>
        <p
          className="exchange-hint"
          id={`${id}-hint`}
          data-error={isWrong ? '' : undefined}
          aria-live="polite"
        >
          {hint}
        </p>
      </div>
      <div id={`${id}-tokens`} hidden={!isOpen}>
        {isOpen ? (
          <List label={t('exchange.tokens')}>
            {assets.map(each => (
              <AssetRow
                key={each.asset}
                asset={each}
                current={each === chosen}
                onChoose={() => {
                  flow.chooseAsset(each.asset)
                  setOpen(false)
                }}
              />
            ))}
          </List>
        ) : null}
      </div>
    </div>
  )
}

interface AssetProps {
  readonly asset: DepositAsset
}

function AssetRow({
  asset,
  current,
  onChoose,
}: AssetProps & { readonly current: boolean; readonly onChoose: () => void }) {
  return (
    <Row
      id={asset.asset}
      name={asset.name}
      detail={<bdi>{asset.shown.symbol}</bdi>}
      icon={<AssetLogo asset={asset} size={36} />}
      current={current}
      {...(current && { end: 'check' as const })}
      onClick={onChoose}
    />
  )
}

function AssetLogo({ asset, size }: AssetProps & { readonly size: number }) {
  return <Logo src={useTokenImage(asset.iconUrl)} name={asset.shown.symbol} size={size} round />
}
