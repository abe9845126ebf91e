<?php
// Signs and checks the addresses of notifications: php notification.php sign <reference> <attempt> | check <url>

const VALID_SECONDS = 730 * 86400; // a subscription needs 3650 days: its renewals come to this address too

/** A setting. Without it the program ends: with an empty secret anybody could sign. */
function setting(string $name, int $length = 1): string
{
    $value = (string) getenv($name);
    if (strlen($value) < $length) {
        throw new RuntimeException("$name is not set, or too short");
    }
    return $value;
}

function mac(string $reference, string $attempt, string $expiry): string
{
    $parts = ['cardpane notification 2', setting('PANE_ENVIRONMENT'), $reference, $attempt, $expiry];
    $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_LINE_TERMINATORS | JSON_THROW_ON_ERROR;
    $digest = hash_hmac('sha256', json_encode($parts, $flags), setting('IPN_SECRET', 32), true);
    return rtrim(strtr(base64_encode($digest), '+/', '-_'), '=');
}

function notificationUrl(string $ipnUrl, string $reference, string $attempt): string
{
    $expiry = (string) (time() + VALID_SECONDS);
    return $ipnUrl . '?' . http_build_query([
        'cp_ref' => $reference,
        'cp_att' => $attempt,
        'cp_exp' => $expiry,
        'cp_mac' => mac($reference, $attempt, $expiry),
    ]);
}

/** Reference and attempt, or null: answer null with 400. */
function check(string $url): ?array
{
    parse_str((string) parse_url($url, PHP_URL_QUERY), $given);
    $values = array_map(fn ($name) => $given[$name] ?? null, ['cp_ref', 'cp_att', 'cp_exp', 'cp_mac']);
    if (count(array_filter($values, 'is_string')) !== 4) {
        return null;
    }
    [$reference, $attempt, $expiry, $proof] = $values;
    if (!hash_equals(mac($reference, $attempt, $expiry), $proof)) {
        return null;
    }
    return (int) $expiry > time() ? [$reference, $attempt] : null;
}

// Run by itself, and not by `require`.
if (realpath($argv[0] ?? '') === __FILE__) {
    echo $argv[1] === 'sign'
        ? notificationUrl(getenv('IPN_URL'), $argv[2], $argv[3])
        : implode("\n", check($argv[2]) ?? ['refused']), "\n";
}
