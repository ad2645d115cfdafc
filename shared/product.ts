/** Also in the translations, as `product.name`. */
export const productName = 'Recado';

/** Alexa's limit of devices per customer. */
export const triggersPerAmazonAccount = 300;
