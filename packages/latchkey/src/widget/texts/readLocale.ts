export interface ReadLocale {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

const rightToLeft = /^(ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|nqo|pa-arab|ps|sd|syr|ug|ur|yi)\b/i

/** Language tag and direction of the option `locale`; English where it is absent or no tag. */
export function readLocale(locale: string | undefined): ReadLocale {
  const lang = locale !== undefined && isLanguageTag(locale) ? locale : 'en'
  return { lang, dir: rightToLeft.test(lang) ? 'rtl' : 'ltr' }
}

function isLanguageTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}
