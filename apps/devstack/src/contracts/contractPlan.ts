import { type Abi, type Address, encodeDeployData, getContractAddress, type Hex, zeroHash } from 'viem'
import badges from '../../contracts/artifacts/DevBadges.json' with { type: 'json' }
import keys from '../../contracts/artifacts/DevKeys.json' with { type: 'json' }
import token from '../../contracts/artifacts/DevToken.json' with { type: 'json' }
import multicall3 from '../../contracts/artifacts/Multicall3.json' with { type: 'json' }
import weth from '../../contracts/artifacts/WETH9.json' with { type: 'json' }
import { holders, operator } from '../chains/devAccounts.ts'

/** The CREATE2 factory that anvil puts on every chain; an address then depends on code and arguments alone. */
export const create2Factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const create2Salt: Hex = zeroHash

/** What a hostile token calls itself: a link, markup, a direction override, and an S that is Cyrillic. */
export const spamName = 'Visit claim-usdc.example \u202e<img src=x onerror=alert(1)> to claim 5,000 USDC'
export const spamSymbol = 'U\u0405DC'

const thousand = 1_000n
const unit = 10n ** 18n

/** Contracts that are deployed through the factory, by the name under which `devContracts` lists them. */
export const contractPlan = {
  weth: plan(weth, []),
  usdc: plan(token, ['USD Coin', 'USDC', 6, operator.address, holders, 10n * thousand * 10n ** 6n]),
  dai: plan(token, ['Dai Stablecoin', 'DAI', 18, operator.address, holders, 10n * thousand * unit]),
  spam: plan(token, [spamName, spamSymbol, 18, operator.address, holders, 5n * thousand * unit]),
  collectibles: plan(keys, [operator.address, keyHolders()]),
  badges: plan(badges, [operator.address, holders]),
} as const

/** Set at its canonical address, where every library looks for it, because no one holds the key that deploys it there. */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
export const multicall3Code = multicall3.deployedBytecode as Hex

/** Where the contracts are: the same on every local chain. */
export const devContracts = {
  weth: contractPlan.weth.address,
  usdc: contractPlan.usdc.address,
  dai: contractPlan.dai.address,
  spam: contractPlan.spam.address,
  collectibles: contractPlan.collectibles.address,
  badges: contractPlan.badges.address,
  multicall3: multicall3Address,
} as const

export type DevContractName = keyof typeof devContracts

interface PlannedContract {
  readonly address: Address
  readonly creationCode: Hex
}

function plan(artifact: { abi: unknown; bytecode: string }, args: readonly unknown[]): PlannedContract {
  const creationCode = encodeDeployData({
    abi: artifact.abi as Abi,
    bytecode: artifact.bytecode as Hex,
    args,
  })
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: create2Factory,
    salt: create2Salt,
    bytecode: creationCode,
  })
  return { address, creationCode }
}

/** The first account gets three keys, so that a list of collectibles has more than one row. */
function keyHolders(): Address[] {
  return holders.flatMap((holder, index) => (index === 0 ? [holder, holder, holder] : [holder]))
}
