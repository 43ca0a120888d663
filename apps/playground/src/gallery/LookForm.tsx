import { type GalleryKey, type GalleryOption, type GalleryValues, galleryOptions } from './galleryValues.ts'

const keys: readonly GalleryKey[] = ['width', 'theme', 'accent', 'dir', 'text', 'locale']

/** How states look: window, theme, accent, direction, text size, locale. */
export function LookForm({
  values,
  onChange,
}: {
  readonly values: GalleryValues
  readonly onChange: (change: Partial<GalleryValues>) => void
}) {
  const options: readonly GalleryOption[] = galleryOptions.filter(({ key }) => keys.includes(key))
  return (
    <fieldset className="look">
      <legend>Look</legend>
      {options.map(({ key, label, values: choices = {} }) => {
        const value = values[key as GalleryKey]
        return (
          <label key={key}>
            <span>{label}</span>
            <select value={value} onChange={event => onChange({ [key]: event.target.value })}>
              {Object.entries(choices).map(([each, words]) => (
                <option key={each} value={each}>
                  {words}
                </option>
              ))}
              {!Object.hasOwn(choices, value) && <option value={value}>{value}</option>}
            </select>
          </label>
        )
      })}
    </fieldset>
  )
}
