import type { FrameRefusal } from 'latchkey/services'

/** What a page that is not let in shows; the codes are those of the widget's alerts (SPEC §8). */
export const refusalWords: Readonly<Record<FrameRefusal, string>> = {
  project: 'APKT007: this wallet does not know the project that asks for it.',
  origin: 'APKT002: this page is not on the project’s list of origins, so the wallet does not open here.',
  ancestor: 'APKT002: a page around this one is not on the project’s list, so the wallet does not open here.',
  opaque: 'APKT002: the page around this one has no origin of its own, so the wallet does not open here.',
  'same-site': 'APKT005: the page and the wallet lie on one site, so the wallet does not open here.',
}
