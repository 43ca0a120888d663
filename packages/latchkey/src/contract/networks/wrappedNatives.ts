/** Where chains of the OP stack have their wrapped ether. */
const opStack = '0x4200000000000000000000000000000000000006'

/**
 * The one canonical contract that wraps a network's own currency, by the chain id of our EVM networks; Celo's currency is
 * a token by itself and has none. Sources: the chains' own documentation, compared with `@uniswap/universal-router-sdk`
 * 5.13.0 for the 15 that it lists.
 */
export const wrappedNatives: Readonly<Record<number, `0x${string}`>> = {
  1: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  10: opStack,
  25: '0x5C7F8A570d578ED84E63fdFA7b1eE72dEae1AE23',
  56: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  100: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
  130: opStack,
  137: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  146: '0x039e2fB66102314Ce7b64Ce5Ce3E5183bc94aD38',
  324: '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91',
  480: opStack,
  1284: '0xAcc15dC74880C9944775448304B263D191c6077F',
  1329: '0xE30feDd158A2e3b13e9badaeABaFc5516e95e8C7',
  5000: '0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8',
  8453: opStack,
  42161: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  43114: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
  59144: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
  80094: '0x6969696969696969696969696969696969696969',
  81457: '0x4300000000000000000000000000000000000004',
  534352: '0x5300000000000000000000000000000000000004',
  7777777: opStack,
  84532: opStack,
  11155111: '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14',
}
