/** Words of the box that has to be ticked before anything can be chosen in Connect. */
export const acceptTexts = {
  'connect.accept': 'I accept the {terms} and the {privacy}',
  'connect.acceptTerms': 'I accept the {terms}',
  'connect.acceptPrivacy': 'I accept the {privacy}',
} as const
