import { isLatchkeyError } from 'latchkey/contract'
import { delegatedContracts } from 'latchkey/services'
import { Address, List, Row } from 'latchkey/ui'
import { useCallback, useEffect, useState } from 'react'
import { roundUp } from '../../approve/feeWords.ts'
import { nativeWords } from '../../approve/moneyWords.ts'
import {
  changeDelegation,
  type DelegationChange,
  type PaidChange,
  prepareChange,
} from '../../delegation/changeDelegation.ts'
import { type ListedDelegation, listDelegations } from '../../delegation/listDelegations.ts'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import type { LoggedIn } from '../../provider/loggedIn.ts'
import { networkName } from '../../provider/networkFacts.ts'
import { providerDepsOf } from '../../provider/providerDepsOf.ts'
import type { SettingsText } from '../settingsTexts.ts'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

const stateWords: Readonly<Record<ListedDelegation['delegation']['at'], SettingsText>> = {
  none: 'settings.delegationOff',
  own: 'settings.delegationOn',
  other: 'settings.delegationOther',
}

const hints: Readonly<Record<ListedDelegation['delegation']['at'], SettingsText>> = {
  none: 'settings.delegationSetHint',
  own: 'settings.delegationUndoHint',
  other: 'settings.delegationOtherHint',
}

/** Delegates the plain account to our contract on a network, and undoes that (EIP-7702). */
export function DelegationPage({ frame, facts, t, prove, back }: PageProps) {
  const [all, setAll] = useState<readonly ListedDelegation[]>()
  const [chosen, choose] = useState<ListedDelegation>()
  const [notice, setNotice] = useState<string>()
  const deps = providerDepsOf(frame)
  const address = facts.address as `0x${string}`
  const reload = useCallback(async () => {
    setAll(await listDelegations(deps, address, AbortSignal.timeout(20_000)).catch(() => []))
  }, [deps, address])
  useEffect(() => void reload(), [reload])

  /** The visitor as the provider has them, after they have shown that it is still them where that is wanted (T79). */
  async function openLogin(): Promise<LoggedIn | undefined> {
    const login = await deps.login()
    await login?.touch()
    if (!(await login?.isLocked())) return login
    return (await prove()) ? deps.login() : undefined
  }

  async function change(paid: PaidChange): Promise<void> {
    setNotice(undefined)
    const login = await openLogin()
    if (!login) return
    try {
      await changeDelegation(deps, login, paid)
    } catch (error) {
      if (!isLatchkeyError(error)) throw error
      setNotice(
        t(error.code === 'SEND_UNKNOWN' ? 'settings.delegationUnknown' : 'settings.delegationRefused', {
          why: reasonOf(error.context),
        }),
      )
    }
    await reload()
    choose(undefined)
  }

  if (chosen) return <DelegationPanel {...{ chosen, deps, t }} back={() => choose(undefined)} work={change} />
  return (
    <LoginPanel title={t('settings.delegation')} hint={t('settings.delegationHint')}>
      {all?.length === 0 ? <p className="login-note">{t('settings.delegationNone')}</p> : null}
      <List label={t('settings.delegation')}>
        {all?.map(each => (
          <Row
            key={each.chainId}
            name={networkName(each.network)}
            detail={t(stateWords[each.delegation.at])}
            end="chevron"
            onClick={() => {
              setNotice(undefined)
              choose(each)
            }}
          />
        ))}
      </List>
      {notice === undefined ? null : (
        <p className="login-note" role="status">
          {notice}
        </p>
      )}
      <PageActions t={t} back={back} />
    </LoginPanel>
  )
}

/** What a change does and who pays for it, with the press that makes it. */
function DelegationPanel({
  chosen,
  deps,
  t,
  back,
  work,
}: Pick<PageProps, 't' | 'back'> & {
  readonly chosen: ListedDelegation
  readonly deps: ReturnType<typeof providerDepsOf>
  readonly work: (paid: PaidChange) => Promise<void>
}) {
  const [paid, setPaid] = useState<PaidChange | 'unknown'>()
  const { chainId, delegation, network, sponsor } = chosen
  const isOff = delegation.at === 'none'
  useEffect(() => {
    const life = new AbortController()
    const signal = AbortSignal.any([life.signal, AbortSignal.timeout(20_000)])
    const change: DelegationChange = { chainId, to: isOff ? 'own' : 'none', sponsor }
    const ask = async () => {
      const login = await deps.login()
      return login ? prepareChange(deps, login, change, signal) : 'unknown'
    }
    ask().then(
      told => life.signal.aborted || setPaid(told),
      () => life.signal.aborted || setPaid('unknown'),
    )
    return () => life.abort()
  }, [deps, chainId, isOff, sponsor])

  const name = networkName(network)
  const title = t(isOff ? 'settings.delegationSet' : 'settings.delegationUndo', { network: name })
  const hint = t(hints[delegation.at], { network: name })
  const isKnown = paid !== undefined && paid !== 'unknown'
  const isShort = isKnown && paid.paid === 'account' && paid.isShort
  const problem =
    paid === 'unknown' ? 'settings.delegationNoFee' : isShort ? 'settings.delegationShort' : undefined
  const facts = (
    <>
      <dl className="login-facts">
        {contractOf()}
        <div>
          <dt>{t('settings.delegationCost')}</dt>
          <dd aria-live="polite">{costOf()}</dd>
        </div>
      </dl>
      {problem === undefined ? null : (
        <p className="login-warning" role="status">
          {t(problem)}
        </p>
      )}
    </>
  )
  if (!isKnown || isShort)
    return (
      <LoginPanel title={title} hint={hint}>
        {facts}
        <PageActions t={t} back={back} />
      </LoginPanel>
    )
  return (
    <ConfirmPanel
      title={title}
      hint={hint}
      facts={facts}
      verb={t(isOff ? 'settings.delegationSetVerb' : 'settings.delegationUndoVerb')}
      tone={isOff ? 'primary' : 'danger'}
      work={() => work(paid)}
      t={t}
      back={back}
    />
  )

  /** What acts for the account afterwards, or now and no longer. */
  function contractOf() {
    const address = delegation.at === 'other' ? delegation.to : delegatedContracts.account
    return (
      <div>
        <dt>{t('settings.delegationContract')}</dt>
        <dd>{address === undefined ? t('settings.delegationNoName') : <Address address={address} full />}</dd>
      </div>
    )
  }

  function costOf(): string {
    if (paid === undefined) return t('settings.delegationAsking')
    if (paid === 'unknown') return '—'
    if (paid.paid === 'sponsor')
      return t('settings.delegationPaid', { sponsor: paid.prepared.sponsor?.name ?? sponsor?.name ?? '' })
    const fee = nativeWords(roundUp(paid.fee.most, network.nativeCurrency.decimals), { network })
    return t('settings.delegationFee', { fee })
  }
}

/** What the network said of a refusal. */
function reasonOf(context: Readonly<Record<string, unknown>>): string {
  const { rpc } = context
  const message = typeof rpc === 'object' && rpc !== null && 'message' in rpc ? rpc.message : undefined
  return typeof message === 'string' ? message : ''
}
