<?php // examples/webhook-receiver.php

$secret = (string) getenv('WEBHOOK_SECRET');
$key = base64_decode(substr($secret, strlen('whsec_')), true);
if ($key === false || $key === '') {
    http_response_code(500); // Without a key, anyone could sign.
    exit('WEBHOOK_SECRET is missing.');
}

$body = file_get_contents('php://input'); // The bytes as they arrived.
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));

$isGenuine = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $isGenuine = hash_equals($expected, $signature) || $isGenuine;
}
$isRecent = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
if (!$isGenuine || !$isRecent) {
    http_response_code(401);
    exit;
}

$call = json_decode($body, true);
// A cloud event has the body of the standard format in "data".
$event = isset($call['specversion']) ? ($call['data'] ?? null) : $call;
if (!isset($event['id'], $event['event'], $event['endpoint'])) {
    http_response_code(400);
    exit;
}

// In production, store the call in a table with a unique id, because it can come twice, and let a job do the work.
// The status is 200 unless the program sets another one, and only 200 counts: not 204.
error_log("{$event['event']}: fetch {$event['endpoint']}");
