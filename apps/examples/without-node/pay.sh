# Pays with a token of the pane. ATTEMPT is the attempt's id, TOKEN the pane's token, NOTIFICATION_URL signed for both.
case "$TOKEN" in
  "" | *[!0-9a-fA-F-]*) echo "The shopper's browser sent no token." >&2; exit 1 ;;
esac
curl --silent --max-time 80 "$GATEWAY_URL/payment" \
  -H "Authorization: $GATEWAY_API_KEY" \
  -H "X-Request-ID: $ATTEMPT" \
  -H "Content-Type: application/json" \
  -d '{
    "paymentSource": { "type": "token", "value": "'"$TOKEN"'", "3ds": true },
    "sku": { "siteId": "'"$SITE_ID"'", "price": [{ "amount": 12.5, "currency": "EUR" }] },
    "consumer": {
      "externalId": "customer-7",
      "email": "ada@shop.example",
      "ip": "203.0.113.7",
      "userAgent": "Mozilla/5.0",
      "browserAcceptHeader": "text/html",
      "browserJavaEnabled": false,
      "browserLanguage": "en-GB",
      "browserColorDepth": 24,
      "browserScreenHeight": 1080,
      "browserScreenWidth": 1920,
      "browserTimezone": "-60"
    },
    "url": { "ipnUrl": "'"$NOTIFICATION_URL"'", "redirectUrl": "https://shop.example/orders/1" }
  }'
