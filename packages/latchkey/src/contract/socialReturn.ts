/** The query parameter that names a login which went through another page (SPEC §2). */
export const socialReturnParameter = 'result_uri'
