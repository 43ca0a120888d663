import { useRef } from 'react'
import { Body } from '../../ui/body/Body.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { AccountActions } from './AccountActions.tsx'
import { AccountHead } from './AccountHead.tsx'
import { AccountTotal } from './AccountTotal.tsx'
import css from './account.css'
import { NetworkChip } from './NetworkChip.tsx'
import { TabsPlace } from './TabsPlace.tsx'
import { useAccountTabs } from './useAccountTabs.ts'
import { useHasApprovals } from './useHasApprovals.ts'
import { useKeptPlace } from './useKeptPlace.ts'

const loadAllowances = () => import('../swap/AllowancesPlace.tsx').then(module => module.AllowancesPlace)
const loadOwn = () => import('../ownwallet/ownRoom.ts').then(module => module.ownRoom)

/** Account (SPEC-NOTES §2): who, how much, where, and what can be done; one layout for every kind of wallet. */
export function AccountView({ data }: ViewProps<'Account'>) {
  useCss(css)
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace])
  const network = useEngineState(({ state }) => state.network)
  const { tabs, isEmbedded, username } = useAccountTabs()
  const { part } = useLater(isEmbedded, loadOwn)
  // Fetched with the first approval that the journal has, and with no other.
  const { part: Allowances } = useLater(useHasApprovals(account?.caipAddress), loadAllowances)
  const head = useRef<HTMLDivElement>(null)
  useKeptPlace(head)
  const address = account?.address
  if (!account || address === undefined) return null

  const Own = !isEmbedded || part === 'failed' ? undefined : part
  return (
    <>
      <Body>
        <AccountHead ref={head} account={account} address={address} username={username} own={Own} />
        <div className="account-sum">
          <AccountTotal
            account={account}
            network={network}
            isListed={tabs.includes('tokens') && network.testnet !== true}
          />
          <NetworkChip />
        </div>
        <AccountActions />
        {tabs.length === 0 ? (
          <div className="account-bare" data-own={isEmbedded ? '' : undefined} />
        ) : (
          <TabsPlace tabs={tabs} isAsked={data?.tab !== undefined} />
        )}
      </Body>
      {/* Below what scrolls: what comes later here moves nothing above it. */}
      <div className="account-notices">
        {Own ? <Own.Reminder /> : null}
        {Allowances && Allowances !== 'failed' ? <Allowances /> : null}
      </div>
    </>
  )
}
