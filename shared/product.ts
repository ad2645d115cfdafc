/** Also in the translations, as `product.name`. */
export const productName = 'Recado';

/** Alexa's limit of devices per customer. */
export const triggersPerAmazonAccount = 300;

/** Triggers that a workspace shows first; every execution reads the item that lists them. */
export const maxFavorites = 12;
