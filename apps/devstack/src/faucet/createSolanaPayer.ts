import { getAddressEncoder, isAddress } from '@solana/kit'
import { solanaFaucetTokens } from '../solana/seed/payFaucet.ts'
import type { Solana } from '../solana/startSolana.ts'
import type { Payer } from './createPayer.ts'

/** The operator of Dogwood as a faucet. */
export function createSolanaPayer(solana: Pick<Solana, 'caipNetworkId' | 'pay'>): Payer {
  return {
    chainId: solana.caipNetworkId,
    tokens: Object.keys(solanaFaucetTokens),
    // Zeros are the address of the system program.
    accepts: address =>
      isAddress(address) &&
      getAddressEncoder()
        .encode(address)
        .some(byte => byte !== 0),
    addressRule: 'address must be a Solana address: 32 bytes in base58.',
    pay: (address, tokens) => solana.pay(address, tokens.filter(isFaucetToken)),
  }
}

function isFaucetToken(token: string): token is keyof typeof solanaFaucetTokens {
  return Object.hasOwn(solanaFaucetTokens, token)
}
