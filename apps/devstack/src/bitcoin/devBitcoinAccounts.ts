/** An account of Elm: coins are paid to the first address, collectibles to the second. */
export interface DevBitcoinAccount {
  /** P2WPKH, at m/84'/1'/0'/0/i. */
  readonly payment: string
  /** P2TR, at m/86'/1'/0'/0/i. */
  readonly ordinals: string
}

/**
 * The accounts of the development mnemonic at the paths of BIP-84 and BIP-86 for test networks. They are as public as the
 * mnemonic: anyone can take what they hold on another network.
 */
export const devBitcoinAccounts: readonly DevBitcoinAccount[] = [
  {
    payment: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
    ordinals: 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv',
  },
  {
    payment: 'bcrt1qlqj2pdsteppkcr8jkp9ms0wpvey89tna8v72sj',
    ordinals: 'bcrt1p6g8r5e8jvnvukaqgdauwag8lfkzvz3dng4057kv7avnpxpkghdkszxhwd4',
  },
  {
    payment: 'bcrt1qwqwxn0pae964jk3zu8zxr3lu2jyj0p7mk8hkdv',
    ordinals: 'bcrt1pw4n0e9av3evnyt7j7x3wgrjrttqr4482x7kwpp78g7wnue59mvnse7srs6',
  },
  {
    payment: 'bcrt1q0rvyhr5465rrdfmavlj67u7ru5vr434c08qx4e',
    ordinals: 'bcrt1plafgmyp8xpy9fvljgmeaea57zsad2aqujxcqmag6u9r3zpmyg6aqek54f7',
  },
  {
    payment: 'bcrt1qvlwxpcmszwutam7ykvwc272r748a9zzszj8a4s',
    ordinals: 'bcrt1p0lxykduwlrn4th0xxpkvthqp65gdtra9u37v6hph0qzdj30p0mmsdf33qf',
  },
]

/** The accounts of the simulated wallets of `latchkey-testing` on regtest. Everyone knows their keys: for tests only. */
export const simulatedBitcoinAccounts: readonly (DevBitcoinAccount & {
  /** P2SH-P2WPKH, which wallets of Xverse's shape take payments at. */
  readonly wrapped: string
})[] = [
  {
    payment: 'bcrt1qgeqnf7lga4xkhgpvp444djhgt25xjdwgl46sww',
    wrapped: '2Mvg15KeySZR418ESGo8G2PS3CjTA8ejYvn',
    ordinals: 'bcrt1p0rpcwsm8kqywz9hxa8ddsgw83adcz6j7hmsgh08p98dtnprrkycsk3etyy',
  },
  {
    payment: 'bcrt1q3l645dp5aeqj70xzqjnc796pqz4gcgah5a9yhm',
    wrapped: '2NEyMWUxdWWZRfVponYEE6Y3WWsBRWgn4Bh',
    ordinals: 'bcrt1pq2c4e9thcc66nqfq2u6hp2288rlwwdz8uz3rlvy3nvygccvz7y5sevp4lh',
  },
  {
    payment: 'bcrt1q0pdjjjfl792kq38asm2wcxyedhqa3dvmupe7t7',
    wrapped: '2MzWh7itvN2z7GQqMxS2jViP9uysbYkrnvQ',
    ordinals: 'bcrt1p7e5yx3qymnyyxjhnhen4jn27rvtk74c0ynx9zd3slxyvk8tc709qles2mp',
  },
]
