import { v2Routers } from './v2Routers.ts'

/** What a router's calls look like: Uniswap's V2 Router02, V3 SwapRouter, SwapRouter02 and Universal Router. */
export type SwapRouterKind = 'v2' | 'v3' | 'router02' | 'universal'

type Routers = Readonly<Record<number, { readonly [kind in SwapRouterKind]?: readonly `0x${string}`[] }>>

/** Those beside V2's, which a page knows too. */
const newer: Routers = {
  1: {
    v3: ['0xe592427a0aece92de3edee1f18e0157c05861564'],
    router02: ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
    universal: [
      '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
      '0x66a9893cc07d91d95644aedd05d03f95e1dba8af',
      '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca',
      '0x23617e59a5925b2a4bf75d73ff6711cd0b29de85',
      '0xab863e752bf67d8dcdd929eaae9be9dc83fb3bbb',
    ],
  },
  10: {
    v3: ['0xe592427a0aece92de3edee1f18e0157c05861564'],
    router02: ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
    universal: [
      '0xcb1355ff08ab38bbce60111f1bb2b784be25d7e8',
      '0x851116d9223fabed8e56c0e6b8ad0c31d98b3507',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0xc09255d86db563cbc11c2fcf4a0c512e160111b4',
    ],
  },
  56: {
    router02: ['0xb971ef87ede563556b2ed4b1c0b0019111dd85d2'],
    universal: [
      '0x4dae2f939acf50408e13d58534ff8c2776d45265',
      '0x1906c1d672b88cd1b9ac7593301ca990f94eae07',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0xdc264714f68d84cf29bc605589405e78bdbe7c9f',
    ],
  },
  130: {
    router02: ['0x73855d06de49d0fe4a9c42636ba96c62da12ff9c'],
    universal: [
      '0x4d73a4411ca1c660035e4aecc8270e5dddec8c17',
      '0xef740bf23acae26f6492b10de645d6b98dc8eaf3',
      '0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7',
      '0xd1b797d92d87b688193a2b976efc8d577d204343',
    ],
  },
  137: {
    v3: ['0xe592427a0aece92de3edee1f18e0157c05861564'],
    router02: ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
    universal: [
      '0xec7be89e9d109e7e3fec59c222cf297125fefda2',
      '0x1095692a6237d83c6a72f3f5efedb9a670c49223',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0xdc264714f68d84cf29bc605589405e78bdbe7c9f',
    ],
  },
  324: {
    router02: ['0x99c56385dabce3e81d8499d0b8d0257abc07e8a3'],
    universal: ['0x28731bcc616b5f51dd52cf2e4df0e78dd1136c06'],
  },
  480: {
    router02: ['0x091ad9e2e6e5ed44c1c66db50e49a601f9f36cf6'],
    universal: [
      '0x8ac7bee993bb44dab564ea4bc9ea67bf9eb5e743',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0xf025e0fe9e331a0ef05c2ad3c4e9c64b625cda6f',
    ],
  },
  8453: {
    router02: ['0x2626664c2603336e57b271c5c0b26f421741e481'],
    universal: [
      '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
      '0x6ff5693b99212da76ad316178a184ab56d299b43',
      '0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7',
      '0xd6145b2d3f379919e8cdeda7b97e37c4b2ca9c40',
    ],
  },
  42161: {
    v3: ['0xe592427a0aece92de3edee1f18e0157c05861564'],
    router02: ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
    universal: [
      '0x5e325eda8064b456f4781070c0738d849c824258',
      '0xa51afafe0263b40edaef0df8781ea9aa03e381a3',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0x2d01411773c8c24805306e89a41f7855c3c4fe65',
    ],
  },
  42220: {
    universal: [
      '0x643770e279d5d0733f21d6dc03a8efbabf3255b4',
      '0xcb695bc5d3aa22cad1e6df07801b061a05a0233a',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0xe2023f3fa515cf070e07fd9d51c1d236e07843f4',
    ],
  },
  43114: {
    router02: ['0xbb00ff08d01d300023c629e8ffffcb65a5a578ce'],
    universal: [
      '0x4dae2f939acf50408e13d58534ff8c2776d45265',
      '0x94b75331ae8d42c1b61065089b7d48fe14aa73b7',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0x661e93cca42afacb172121ef892830ca3b70f08d',
    ],
  },
  59144: {
    router02: ['0x3d4e44eb1374240ce5f1b871ab261cd16335b76a'],
    universal: [
      '0x661e93cca42afacb172121ef892830ca3b70f08d',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0xdc264714f68d84cf29bc605589405e78bdbe7c9f',
    ],
  },
  81457: {
    router02: ['0x549feb8c9bd4c12ad2ab27022da12492ac452b66'],
    universal: [
      '0x643770e279d5d0733f21d6dc03a8efbabf3255b4',
      '0xeabbcb3e8e415306207ef514f660a3f820025be3',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0x661e93cca42afacb172121ef892830ca3b70f08d',
    ],
  },
  7777777: {
    router02: ['0x7de04c96be5159c3b5ceffc82aa176dc81281557'],
    universal: [
      '0x2986d9721a49838ab4297b695858af7f17f38014',
      '0x3315ef7ca28db74abadc6c44570efdf06b04b020',
      '0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7',
      '0xf025e0fe9e331a0ef05c2ad3c4e9c64b625cda6f',
    ],
  },
  84532: {
    router02: ['0x94cc0aac535ccdb3c01d6787d6413c739ae12bc4'],
    universal: [
      '0x492e6456d9528771018deb9e87ef7750ef184104',
      '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
      '0x8702463e73f74d0b6765abceb314ef07acb92650',
    ],
  },
  11155111: {
    router02: ['0x3bfa4769fb09eefc5a80d6e87c3b9c650f7ae48e'],
    universal: [
      '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
      '0x3a9d48ab9751398bbfa63ad67599bb04e4bdf98b',
      '0x7dfd4f31be6814d2906bde155c3e1b146eac1468',
      '0x7e4f6c5e954da5c61b3423d81e2277431ac043f3',
      '0x5093f1cded83d99ffed6602da6260672ae16787c',
    ],
  },
}

/**
 * The routers whose calls count as a swap, by chain id, in lower case. None of them can be changed by an owner, and each
 * reverts unless the least amount that a call names comes out. Sources: `@uniswap/sdk-core` 7.19.4 for the first three
 * (V3's SwapRouter by Uniswap's list of deployments), `@uniswap/universal-router-sdk` 5.13.0 for the universal ones, 1.2
 * to 2.2.0. The AllowanceHolder of 0x and the diamond of LiFi are not here: they pass a call on to contracts that the
 * page names, or that an owner sets.
 */
export const swapRouters: Routers = Object.fromEntries(
  Object.entries(newer).map(([id, routers]) => {
    const v2 = v2Routers[Number(id)]
    return [id, v2 === undefined ? routers : { v2: [v2], ...routers }]
  }),
)
