import type { Address, Hex } from 'viem'
import badges from '../../contracts/artifacts/DevBadges.json' with { type: 'json' }
import farcaster from '../../contracts/artifacts/DevFarcaster.json' with { type: 'json' }
import keys from '../../contracts/artifacts/DevKeys.json' with { type: 'json' }
import plainToken from '../../contracts/artifacts/DevPlainToken.json' with { type: 'json' }
import swapFactory from '../../contracts/artifacts/DevSwapFactory.json' with { type: 'json' }
import swapRouter from '../../contracts/artifacts/DevSwapRouter.json' with { type: 'json' }
import taxToken from '../../contracts/artifacts/DevTaxToken.json' with { type: 'json' }
import tether from '../../contracts/artifacts/DevTether.json' with { type: 'json' }
import token from '../../contracts/artifacts/DevToken.json' with { type: 'json' }
import multicall3 from '../../contracts/artifacts/Multicall3.json' with { type: 'json' }
import permit2 from '../../contracts/artifacts/Permit2.json' with { type: 'json' }
import weth from '../../contracts/artifacts/WETH9.json' with { type: 'json' }
import { holders, operator } from '../chains/devAccounts.ts'
import { ensPlan } from '../ens/ensPlan.ts'
import { planContract as plan } from './planContract.ts'

/** What a hostile token calls itself: a link, markup, a direction override, and an S that is Cyrillic. */
export const spamName = 'Visit claim-usdc.example \u202e<img src=x onerror=alert(1)> to claim 5,000 USDC'
export const spamSymbol = 'U\u0405DC'

const thousand = 1_000n
const unit = 10n ** 18n

/** The ones that others take as arguments. */
const wethPlan = plan(weth, [])
const swapFactoryPlan = plan(swapFactory, [])

/** Contracts that are deployed through the factory, by the name under which `devContracts` lists them. */
export const contractPlan = {
  weth: wethPlan,
  usdc: plan(token, ['USD Coin', 'USDC', 6, operator.address, holders, 10n * thousand * 10n ** 6n]),
  dai: plan(token, ['Dai Stablecoin', 'DAI', 18, operator.address, holders, 10n * thousand * unit]),
  tether: plan(tether, ['Tether USD', 'USDT', operator.address, holders, 10n * thousand * 10n ** 6n]),
  tax: plan(taxToken, ['Toll Token', 'TOLL', 18, operator.address, holders, 10n * thousand * unit]),
  thin: plan(token, ['Rare Token', 'RARE', 18, operator.address, holders, 10n * thousand * unit]),
  spam: plan(plainToken, [spamName, spamSymbol, 18, operator.address, holders, 5n * thousand * unit]),
  collectibles: plan(keys, [operator.address, keyHolders()]),
  badges: plan(badges, [operator.address, holders]),
  ...ensPlan,
  swapFactory: swapFactoryPlan,
  swapRouter: plan(swapRouter, [swapFactoryPlan.address, wethPlan.address]),
  farcaster: plan(farcaster, []),
} as const

export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/**
 * Set at their canonical addresses, where every library looks for them: no one holds the key that deploys Multicall3 there, and our
 * Permit2 differs in some bytes from the one whose bytes lead there.
 */
export const canonicalCode: readonly (readonly [Address, Hex])[] = [
  [multicall3Address, multicall3.deployedBytecode as Hex],
  [permit2Address, permit2.deployedBytecode as Hex],
]

/** Where the contracts are: the same on every local chain. */
export const devContracts = {
  weth: contractPlan.weth.address,
  usdc: contractPlan.usdc.address,
  dai: contractPlan.dai.address,
  tether: contractPlan.tether.address,
  tax: contractPlan.tax.address,
  thin: contractPlan.thin.address,
  spam: contractPlan.spam.address,
  collectibles: contractPlan.collectibles.address,
  badges: contractPlan.badges.address,
  swapFactory: contractPlan.swapFactory.address,
  swapRouter: contractPlan.swapRouter.address,
  farcaster: contractPlan.farcaster.address,
  ensRegistry: ensPlan.ensRegistry.address,
  ensResolver: ensPlan.ensResolver.address,
  ensReverseRegistrar: ensPlan.ensReverseRegistrar.address,
  ensGatewayResolver: ensPlan.ensGatewayResolver.address,
  ensUniversalResolver: ensPlan.ensUniversalResolver.address,
  multicall3: multicall3Address,
  permit2: permit2Address,
} as const

export type DevContractName = keyof typeof devContracts

/** The first account gets three keys, so that a list of collectibles has more than one row. */
function keyHolders(): Address[] {
  return holders.flatMap((holder, index) => (index === 0 ? [holder, holder, holder] : [holder]))
}
