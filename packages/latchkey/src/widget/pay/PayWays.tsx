import type { ReactNode } from 'react'
import type { Network } from '../../contract/network.ts'
import type { PayWay } from '../../engine/flows/pay/payFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { card, landmark } from '../../ui/icon/payShapes.ts'
import { qr } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import { fiatOf } from '../send/fiatOf.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatTokenAmount } from '../texts/formatTokenAmount.ts'
import { acceptedNetwork, acceptedSymbol } from './acceptedWords.ts'
import { payTexts } from './payTexts.ts'

export declare namespace PayWays {
  interface Props {
    readonly ways: readonly PayWay[]
    /** Balances are still asked for: there may be more. */
    readonly isLoading: boolean
    /** What fiat worth is in; absent, none is shown. */
    readonly currency: string | undefined
    readonly onChoose: (way: PayWay) => void
  }
}

/** The ways to pay, the visitor's own tokens first. */
export function PayWays({ ways, isLoading, currency, onChoose }: PayWays.Props) {
  const t = useTexts(payTexts)
  const isOwn = ({ kind }: PayWay) =>
    kind === 'token' || kind === 'swap' || kind === 'wallet' || kind === 'network'
  const row = (way: PayWay) => (
    <Way key={way.key} way={way} currency={currency} onChoose={() => onChoose(way)} />
  )
  return (
    <div aria-busy={isLoading || undefined}>
      <List heading={t('pay.with')}>
        {ways.filter(isOwn).map(row)}
        {isLoading ? <SkeletonRow /> : null}
        {ways.filter(way => !isOwn(way)).map(row)}
      </List>
      {isLoading ? <p className="visually-hidden">{t('pay.looking')}</p> : null}
    </div>
  )
}

interface WayProps<Way = PayWay> {
  readonly way: Way
  readonly currency: string | undefined
  readonly onChoose: () => void
}

function Way({ way, currency, onChoose }: WayProps) {
  const t = useTexts(payTexts)
  const token = acceptedSymbol(way.accepted)
  const shared = { id: way.key, end: 'chevron', onClick: onChoose } as const
  switch (way.kind) {
    case 'token':
    case 'swap':
      return <TokenWay way={way} currency={currency} onChoose={onChoose} />
    case 'network':
      return <NetworkWay way={way} currency={currency} onChoose={onChoose} />
    case 'exchange':
      return (
        <Row
          {...shared}
          name={<Name full={t('pay.withExchange')}>{t('pay.exchange')}</Name>}
          detail={t('pay.exchangeHint')}
          icon={<Icon shape={landmark} />}
        />
      )
    case 'wallet':
      return (
        <Row
          {...shared}
          name={
            <Name full={t('pay.withWallet', { wallet: way.name })}>
              <bdi>{way.name}</bdi>
            </Name>
          }
          detail={t('pay.walletHint')}
          icon={<Logo src={way.icon} name={way.name} />}
        />
      )
    case 'card':
      return (
        <Row
          {...shared}
          name={<Name full={t('pay.withCard')}>{t('pay.card')}</Name>}
          detail={t('pay.cardHint', { token })}
          icon={<Icon shape={card} />}
        />
      )
    case 'qr':
      return (
        <Row
          {...shared}
          name={<Name full={t('pay.withOther')}>{t('pay.other')}</Name>}
          detail={t('pay.otherHint')}
          icon={<Icon shape={qr} />}
        />
      )
  }
}

function TokenWay({ way, currency, onChoose }: WayProps<Extract<PayWay, { held: unknown }>>) {
  const t = useTexts(payTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const src = useTokenImage(way.iconUrl)
  const symbol = acceptedSymbol(way.asset)
  const held = formatTokenAmount(way.held, locale)
  const worth = currency === undefined ? undefined : fiatOf(way.held, way.price, currency, locale)
  return (
    <Row
      id={way.key}
      name={
        <Name full={t('pay.withToken', { token: symbol })}>
          <bdi>{symbol}</bdi>
        </Name>
      }
      detail={
        <span title={`${exactAmount(way.held, locale)} ${symbol}`}>
          {t(way.kind === 'swap' ? 'pay.swapped' : 'pay.balance', { amount: held })}
        </span>
      }
      icon={<Logo src={src} name={symbol} round />}
      {...(worth && { value: worth })}
      end="chevron"
      onClick={onChoose}
    />
  )
}

function NetworkWay({ way, onChoose }: WayProps<Extract<PayWay, { kind: 'network' }>>) {
  const t = useTexts(payTexts)
  const networks = useEngineState(({ config }) => config.networks)
  const nameOf = (network: Network | undefined, id: string | undefined) => network?.name ?? id ?? '—'
  const { caipNetworkId, accepted } = way
  const there = acceptedNetwork(accepted)
  const network = findNetwork(networks, caipNetworkId)
  const values = { token: acceptedSymbol(accepted), network: nameOf(network, caipNetworkId) }
  const isThere = there === caipNetworkId
  return (
    <Row
      id={way.key}
      name={
        <Name full={t(isThere ? 'pay.withTokenOn' : 'pay.withNetwork', values)}>
          {t(isThere ? 'pay.tokenOn' : 'pay.from', values)}
        </Name>
      }
      detail={
        isThere
          ? t('pay.switched', values)
          : t('pay.bridged', { network: nameOf(there && findNetwork(networks, there), there) })
      }
      icon={<NetworkLogo network={network} name={values.network} />}
      end="chevron"
      onClick={onChoose}
    />
  )
}

/** The heading of the list is part of what a row is called, for those who hear the row alone. */
function Name({ full, children }: { readonly full: string; readonly children: ReactNode }) {
  return (
    <>
      <span className="visually-hidden">{full}</span>
      <span aria-hidden="true">{children}</span>
    </>
  )
}
