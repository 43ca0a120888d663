import type { RampAsset } from '../quotes/rampAssets.ts'
import type { RampChain } from '../rampConfig.ts'
import { abiWord, callChain } from './callChain.ts'

const whole = 10n ** 18n
/** Whole units that the account gets when it has too little. */
const stock = 1_000_000n

/** Fills the ramp's account where it has less than it is about to send: the local node gives, and no nonce of another account is used. */
export async function ensureFunds(
  chain: RampChain,
  address: string,
  asset: RampAsset,
  units: bigint,
): Promise<void> {
  const native = BigInt(String(await callChain(chain, 'eth_getBalance', [address, 'latest'])))
  const needed = whole + (asset.contract === undefined ? units : 0n)
  if (native < needed)
    await callChain(chain, 'anvil_setBalance', [address, `0x${(needed + stock * whole).toString(16)}`])
  if (asset.contract === undefined) return
  const data = `0x70a08231${abiWord(address)}`
  const held = BigInt(String(await callChain(chain, 'eth_call', [{ to: asset.contract, data }, 'latest'])))
  if (held >= units) return
  const filled = units + stock * 10n ** BigInt(asset.decimals)
  await callChain(chain, 'anvil_dealERC20', [address, asset.contract, `0x${filled.toString(16)}`])
}
