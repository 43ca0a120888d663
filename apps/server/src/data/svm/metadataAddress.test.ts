import { expect, it } from 'vitest'
import { metadataAddress } from './metadataAddress.ts'

// By @solana/kit's getProgramDerivedAddress; the first one is USD Coin's, as explorers show it.
it.each([
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq'],
  ['FvNC8q5ekXXWdDvzc2VKfXZpxFErzdu8Z1HoK1DaFDpF', 'B63bX7SQZLwbsmB2X8s2mRhfkEUmQLkqToxe2RaQawmo'],
  ['Ek5DHKNtwZLRTjeYWAvyL7cLapAf8xtjj5R7UEBiGMqK', 'BT4xunwRERaScnCKotsfN72Wo5EqGK2s1D8EQUBw1iQS'],
  ['DKBNcQRjGUyqCq6GgWMTSZUT848Aci5i2RayyUW2bkxT', 'F5sh2whn5Avh1JHuKRtW6D2knkEZ6gf125qAKekkxRH8'],
  ['BTggBxiVPsXzcEx1uvzBdN8ZLoHvVpSvDQEz98uKMZdf', '2b4abrobPhwfen17i6JB2YAQcZ4NiTtvSD4nx2cyazJx'],
  ['126YMAQp6tgDibvsM3J4UMQBRsj5GeAhnTt655GpFSmF', 'rc9Lk2vhJznB9zkViy7WuTSYfHqc58ZKUniLAhwLWwV'],
  ['57EdJfoRLrM339FVCYzG7BEQFimysyk3s4gUgsgzthm5', '9wpnU9ipsfYpMGrHCNaR1YLohgeGf5LTxaA2qj5bh37W'],
  ['EE2e9jy8zVnLXVivbek2zH2kVfD8cxdunHv9ET11kbnb', 'HkaWGZU4FsdmZy1AVQw5wBQmFFxfKyUdKmL1Mzii1Nko'],
  ['D5KWktr6gfTAbdSH4s7F57QoESeYAYECPL6n2gfAEiq1', 'EvDyau8f6JRQjAkTZe6sMs7YLsdkSvWp3Es9PTwareFR'],
  ['4EBvPapaDqnCGoHeg7YFK6953MouZiCYdgN6semyUpWe', 'E6Ek9CNzTgqxZuW6Tja6gnevMmXuLEeeqNRM5dDeAsxq'],
  ['41CVTosr1WkjNuZfWtGbbCBAxv4BbHqGZJZcEfK8oLXz', 'ENWix4nWBySuHqXPpom4iy63cVaEGLbmVbJ86yz4gmUT'],
  ['2AmtW81DPWA2NqBUa4RWMmTd96wbtVLYNJpNf3W2H1TZ', '4Eyk9jZkdNdkS12f8Hp4re4EQZAwu3Ctvpo8A7wWJmBU'],
])('finds where Metaplex describes %s', (mint, address) => {
  expect(metadataAddress(mint)).toBe(address)
})

it('has no place for what is no key', () => {
  expect(metadataAddress('0x1234')).toBeUndefined()
})
